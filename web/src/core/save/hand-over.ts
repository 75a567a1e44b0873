/** Makes the browser download a file. */

export function handOver(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The object URL stays valid for a second, so that the browser can read the file.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
