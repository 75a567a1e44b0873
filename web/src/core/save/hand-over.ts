/** Makes the browser download a file. */

export function handOver(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser has read the file before the timer ends.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
