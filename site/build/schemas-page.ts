/** The repository's JSON schemas as a page: their properties, level by level. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { code, html, onPhone, plain, sentence, table } from './markdown.ts';

const FOLDER = 'presets/schema';

interface Schema {
  readonly $id?: string;
  readonly $schema?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
}

/**
 * Descriptions and lists of values of at least this length are not printed: they repeat lists on other pages (metrics,
 * disciplines, parameters).
 */
const LONG = 300;

export function schemasPage(root: string): string {
  const files = readdirSync(join(root, FOLDER)).filter((name) => name.endsWith('.json'));
  return [
    '# JSON schemas',
    '<p class="lead">What an editor completes and checks while you write a file of the lab by hand.</p>',
    `The schemas are generated from the engine’s declarations. ${code('chokepoint schema scenario')}, ${code('preset')}, ${code('bundle')} and ${code('sweep')} print them; ${files.map((name) => `[${plain(name)}](@/${FOLDER}/${name})`).join(' and ')} are in the repository. A file names its schema in ${code('$schema')}. Their ${code('$id')} is a name, not an address: a file refers to its schema by its path.`,
    'Optional settings of flows have no default here, since the profile, the transport or the scene decides many of them. The parameters of each discipline, with their defaults, are on [its page](/disciplines/).',
    '[Formats](/formats) explains the files themselves.',
    ...files.flatMap((name) => pageOf(name, JSON.parse(readFileSync(join(root, FOLDER, name), 'utf8')) as Schema)),
  ].join('\n\n');
}

function pageOf(file: string, schema: Schema): readonly string[] {
  const facts = [
    code(`${FOLDER}/${file}`),
    ...(schema.$id === undefined ? [] : [`$id ${code(schema.$id)}`]),
    ...(schema.$schema === undefined ? [] : [`dialect ${code(schema.$schema)}`]),
  ];
  const parts = Object.entries(schema.properties ?? {}).flatMap(([name, one]) => partsOf(name, one));
  return [
    `## ${plain(schema.title ?? file)}`,
    facts.join(' · '),
    schema.description === undefined ? '' : sentence(plain(schema.description)),
    properties(schema),
    ...parts.flatMap(({ path, schema: part }) => [`### ${code(path)}`, properties(part)]),
  ].filter((text) => text !== '');
}

/** Objects with properties, at most two levels deep. */
function partsOf(
  path: string,
  schema: Schema,
  depth = 1,
): readonly { readonly path: string; readonly schema: Schema }[] {
  const inner = schema.items === undefined ? schema : schema.items;
  const at = schema.items === undefined ? path : `${path}[]`;
  if (inner.properties === undefined) return [];
  const deeper = Object.entries(inner.properties).flatMap(([name, one]) =>
    depth < 2 ? partsOf(`${at}.${name}`, one, depth + 1) : [],
  );
  return [{ path: at, schema: inner }, ...deeper];
}

function properties({ properties: all = {}, required = [] }: Schema): string {
  return table(
    ['property', 'type', 'default', 'meaning'],
    Object.entries(all).map(([name, one]) => [
      code(name),
      typeOf(one),
      required.includes(name) ? 'required' : defaultOf(one),
      meaningOf(one),
    ]),
  );
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(JSON.stringify(schema.const));
  if (schema.enum !== undefined) {
    const list = schema.enum.map((value) => String(value));
    return list.join().length > LONG ? `one of ${list.length} values` : list.map(code).join(', ');
  }
  if (schema.$ref !== undefined) return html(schema.$ref.split('/').at(-1) ?? schema.$ref);
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return [...new Set(options.map(typeOf))].join(' or ');
  if (schema.type === 'array') return `list of ${schema.items === undefined ? 'anything' : typeOf(schema.items)}`;
  const type = schema.type === undefined ? 'anything' : [schema.type].flat().join(' or ');
  const range = [
    ...(schema.minimum === undefined ? [] : [`from ${schema.minimum}`]),
    ...(schema.maximum === undefined ? [] : [`to ${schema.maximum}`]),
  ];
  return html([type, ...range].join(' '));
}

function defaultOf({ default: value }: Schema): string {
  return value === undefined ? '' : onPhone('default') + code(JSON.stringify(value));
}

function meaningOf({ description = '' }: Schema): string {
  const text = description.split('\n')[0] ?? '';
  return text === '' ? '' : sentence(plain(text.length > LONG ? `${text.slice(0, LONG)}…` : text));
}
