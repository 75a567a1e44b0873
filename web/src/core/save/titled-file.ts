/** The name of a file with this title, in letters that every file system accepts. `otherwise` serves an empty title. */
export function titledFile(title: string, otherwise: `${string}.${string}`): string {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return name === '' ? otherwise : name + otherwise.slice(otherwise.lastIndexOf('.'));
}
