/**
 * File name for a title, made of characters that every file system accepts. `otherwise` is used if the title is empty.
 */
export function titledFile(title: string, otherwise: `${string}.${string}`): string {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return name === '' ? otherwise : name + otherwise.slice(otherwise.lastIndexOf('.'));
}
