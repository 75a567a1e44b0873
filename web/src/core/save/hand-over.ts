/** Makes the browser download a file. */

export function handOver(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The address stays valid for a second, so that the browser can read the file.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** The name of a file with this title, in letters that every file system accepts. `otherwise` serves an empty title. */
export function titledFile(title: string, otherwise: `${string}.${string}`): string {
  const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return name === '' ? otherwise : name + otherwise.slice(otherwise.lastIndexOf('.'));
}
