/** A symbol in its printed form: `w_q` with a subscript. */
export function PrintedSymbol({ text }: { readonly text: string }) {
  const [letter = '', ...index] = text.split('_');
  return (
    <>
      {letter}
      {index.length > 0 && <sub>{index.join(' ')}</sub>}
    </>
  );
}
