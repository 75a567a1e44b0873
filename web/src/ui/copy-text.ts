/** Copies a text. If the browser refuses, the text is selected in its field. Returns a message for the user. */
export async function copyText(text: string, field: HTMLInputElement | HTMLTextAreaElement | null): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    field?.focus();
    field?.select();
    return 'The browser refused to copy. The text is selected: copy it with the keyboard or the context menu.';
  }
}
