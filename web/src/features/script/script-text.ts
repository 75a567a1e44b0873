/** Finds names in a script's text, and the object before a dot, without the engine's parser. Pure. */

/** The text with comments and string contents replaced by blanks, so that positions stay the same. */
export function bareText(text: string): string {
  return text.replace(/\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*"?/g, (found) => {
    const isText = found.startsWith('"');
    const end = isText && found.length > 1 && found.endsWith('"') ? '"' : '';
    const inside = found.slice(isText ? 1 : 0, found.length - end.length).replace(/[^\n]/g, ' ');
    return `${isText ? '"' : ''}${inside}${end}`;
  });
}

/** The context at the end of a text: in a comment, in an unclosed string (with its beginning), or in code. */
export function placeOf(
  before: string,
): { readonly kind: 'comment' | 'code' } | { readonly kind: 'text'; readonly from: number } {
  const found = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\.)*("?)/g;
  for (const match of before.matchAll(found)) {
    if (match.index + match[0].length < before.length) continue;
    if (match[0].startsWith('//') || (match[0].startsWith('/*') && !/^\/\*[\s\S]*\*\/$/.test(match[0])))
      return { kind: 'comment' };
    if (match[0].startsWith('"') && match[1] !== '"') return { kind: 'text', from: match.index + 1 };
  }
  return { kind: 'code' };
}

/**
 * The object before the dot at the end of `before`. Its arguments are left out: `queue.at(3).` gives `queue.at()`.
 * Undefined without a dot.
 */
export function receiverOf(before: string): string | undefined {
  const text = bareText(before).trimEnd();
  if (!text.endsWith('.') || text.endsWith('..')) return undefined;
  let at = text.length - 1;
  const parts: string[] = [];
  for (;;) {
    let suffix = '';
    for (;;) {
      const last = text[at - 1];
      if (last !== ')' && last !== ']') break;
      const open = opening(text, at - 1);
      if (open < 0) return undefined;
      suffix = `${last === ')' ? '()' : '[]'}${suffix}`;
      at = open;
    }
    const name = /[A-Za-z_]\w*$/.exec(text.slice(0, at))?.[0];
    // In "[1, 2].", the receiver is a value.
    if (name === undefined) return suffix === '' ? undefined : [suffix, ...parts].join('.');
    parts.unshift(name + suffix);
    at -= name.length;
    const before = text.slice(0, at).trimEnd();
    if (!before.endsWith('.') || before.endsWith('..')) return parts.join('.');
    at = before.length - 1;
  }
}

/** Position of the opening bracket that matches the closing bracket at `close`. −1 if there is none. */
function opening(text: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0; at -= 1) {
    if (')]}'.includes(text[at] ?? '')) depth += 1;
    else if ('([{'.includes(text[at] ?? '')) depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** The functions that a text defines, with their arguments as written. */
export function functionsOf(text: string): readonly { readonly name: string; readonly arguments: string }[] {
  return [...bareText(text).matchAll(/\bfn\s+([A-Za-z_]\w*)\s*\(([^)]*)\)/g)].map(([, name = '', given = '']) => ({
    name,
    arguments: given.trim(),
  }));
}

/** The properties of `this` in a text, in order of occurrence. */
export function propertiesOf(text: string): readonly string[] {
  return [...new Set([...bareText(text).matchAll(/\bthis\s*\.\s*([A-Za-z_]\w*)/g)].map(([, name = '']) => name))];
}

/** The script's constants, and the variables and arguments of the function at position `at`. */
export function variablesAt(text: string, at: number): readonly string[] {
  const bare = bareText(text);
  const from = Math.max(0, bare.lastIndexOf('\nfn ', at - 1));
  const body = bare.slice(from, at);
  const names: string[] = [];
  for (const [, name = ''] of body.matchAll(/\blet\s+([A-Za-z_]\w*)/g)) names.push(name);
  for (const [, list = ''] of body.matchAll(/\bfor\s+(\(?[\w\s,]+\)?)\s+in\b/g))
    names.push(...(list.match(/[A-Za-z_]\w*/g) ?? []));
  const head = /\bfn\s+\w+\s*\(([^)]*)\)/.exec(body);
  names.push(...(head?.[1]?.match(/[A-Za-z_]\w*/g) ?? []));
  for (const [, name = ''] of bare.matchAll(/^const\s+([A-Za-z_]\w*)/gm)) names.push(name);
  return [...new Set(names)];
}

/**
 * The last expression assigned to a variable before a position. After `let head = queue.at(0);`, `head` is a packet.
 */
export function givenTo(name: string, before: string): string | undefined {
  const given = [...bareText(before).matchAll(new RegExp(`\\b${name}\\s*=(?!=)\\s*([^;\\n]*)`, 'g'))].at(-1)?.[1];
  return given?.trim();
}

/** A string constant at the beginning of a script, such as `const name = "CHOKe";`. */
export function headText(text: string, constant: 'name' | 'idea'): string | undefined {
  const literal = new RegExp(`^const\\s+${constant}\\s*=\\s*("(?:[^"\\\\\\n]|\\\\.)*")\\s*;`, 'm').exec(text)?.[1];
  if (literal === undefined) return undefined;
  try {
    return JSON.parse(literal) as string;
  } catch {
    // Rhai has string escapes that JSON lacks. Such a string is returned as it is written.
    return literal.slice(1, -1);
  }
}
