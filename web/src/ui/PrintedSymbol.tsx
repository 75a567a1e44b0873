/** A symbol as it is printed: `w_q` with its index set low. */
export function PrintedSymbol({ text }: { readonly text: string }) {
  const [letter = '', ...index] = text.split('_');
  return (
    <>
      {letter}
      {index.length > 0 && <sub>{index.join(' ')}</sub>}
    </>
  );
}
