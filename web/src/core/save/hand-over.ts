/** Downloads a file in the user's browser. */

export function handOver(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // By the next turn of the event loop, the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
