/** Scripts as files. */

import { handOver } from '../../core/save/hand-over';
import { fileName } from '../../core/save/provenance-of-scene';
import { headText } from './script-text';

/** The engine's limit for the length of a script [bytes]. */
const MOST_BYTES = 32_768;

export function saveScript(text: string): void {
  handOver(`${fileName(headText(text, 'name') ?? '') || 'script'}.rhai`, new Blob([text], { type: 'text/plain' }));
}

/** A file's text, or its problem. */
export async function readScriptFile(
  file: Blob,
  name: string,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  if (file.size > MOST_BYTES)
    return { problem: `${name} has ${grouped(file.size)} bytes; a script may have at most ${grouped(MOST_BYTES)}.` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.includes('\0') ? { problem: `${name} is not a text file.` } : { text: text.replaceAll('\r\n', '\n') };
  } catch {
    return { problem: `${name} is not UTF-8 text.` };
  }
}

/** A whole number with grouped digits: 32,768. */
export function grouped(value: number): string {
  return value.toLocaleString('en-US');
}
