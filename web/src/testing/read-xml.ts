/** Parses XML strictly enough to find errors that any parser would refuse. The browser tests use a full XML parser. */

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  text: string;
}

const TOKEN = /<\?[^?]*\?>|<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d+));/g;
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses a text and returns its root; throws if the text is not well-formed. */
export function readXml(text: string): Element {
  const root: Element = { name: '', attributes: new Map(), children: [], text: '' };
  const open = [root];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const from = TOKEN.lastIndex;
    const found = TOKEN.exec(text);
    if (found === null) throw new Error(`not XML: ${text.slice(from, from + 60)}`);
    const [, isEnd, name, attributes = '', isEmpty, words] = found;
    const parent = open.at(-1) as Element;
    if (words !== undefined) parent.text += plainText(words);
    else if (name !== undefined && isEnd === '/') {
      if (parent.name !== name) throw new Error(`</${name}> ends <${parent.name}>`);
      open.pop();
    } else if (name !== undefined) {
      const element: Element = { name, attributes: read(attributes), children: [], text: '' };
      parent.children.push(element);
      if (isEmpty !== '/') open.push(element);
    }
  }
  const [only] = root.children;
  if (open.length !== 1 || only === undefined || root.children.length !== 1) throw new Error('not one whole element');
  return only;
}

/** All elements with a given name, except those inside definitions. */
export function elementsOf(root: Element, name: string): readonly Element[] {
  return root.children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...(child.name === 'defs' ? [] : elementsOf(child, name)),
  ]);
}

function read(text: string): ReadonlyMap<string, string> {
  const found = [...text.matchAll(/([\w:-]+)="([^"]*)"/g)];
  const attributes = new Map(found.map(([, name = '', value = '']) => [name, plainText(value)]));
  if (attributes.size !== found.length) throw new Error(`an attribute twice: ${text}`);
  return attributes;
}

function plainText(text: string): string {
  const plain = text.replace(ENTITY, (_, word, code) => SIGNS[word] ?? String.fromCodePoint(Number(code)));
  if (/&/.test(text.replace(ENTITY, ''))) throw new Error(`an entity that XML does not know: ${text}`);
  return plain;
}
