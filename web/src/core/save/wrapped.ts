/** Breaks text between words into lines of at most `letters` characters. Pure. */

export function wrapped(text: string, letters: number): readonly string[] {
  const lines: string[] = [];
  let rest = text;
  while (rest.length > letters) {
    const space = rest.lastIndexOf(' ', letters);
    const end = space > 0 ? space : letters;
    lines.push(rest.slice(0, end));
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? lines : [...lines, rest];
}
