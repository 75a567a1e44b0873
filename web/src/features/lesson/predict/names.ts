/** How the page calls what a lesson names by its id. Pure. */

import { formatNumber, formatValue } from '../../../base/format';
import type { LaneRun } from '../../../core/run/lanes';
import { disciplineName } from '../../../core/run/setting-names';

type Catalog = LaneRun['run']['catalog'];

/** What a file calls "udp_throughput_bps of choke < 0.5 fair share", as people say it. */
export function conditionWords(condition: string, catalog: Catalog | undefined): string {
  return condition
    .replaceAll(/\b([a-z][a-z0-9_]*)(:[0-9.]+(?:\.\.[0-9.]+)?)? of ([a-z][a-z0-9-]*)/g, (_, metric, stretch, lane) => {
      const where = stretch === undefined ? '' : ` (${stretch.slice(1).replace('..', '–')})`;
      return `${metricWords(metric)}${where} of ${disciplineName(catalog, lane)}`;
    })
    .replaceAll(/ < /g, ' below ')
    .replaceAll(/ > /g, ' above ')
    .replaceAll(/(?<![\w.])\d{4,}(?:\.\d+)?(?![\w.])/g, (digits) =>
      condition.includes('_bps') ? formatValue(Number(digits), 'bit/s') : formatNumber(Number(digits), 6),
    );
}

/** "UDP throughput" for `udp_throughput_bps`: a metric's id is its name with its unit behind it. */
function metricWords(id: string): string {
  return id
    .replace(/_(bps|s|packets)$/, '')
    .split('_')
    .map((word) => (['udp', 'tcp', 'ecn', 'rtt'].includes(word) ? word.toUpperCase() : word))
    .join(' ');
}

/** The class that gives a verdict's word its colour, by the name of the colour in the palette. */
export const VERDICT_CLASS = { good: 'good', early: 'soft', problem: 'wrong', textFaint: 'soft' } as const;
