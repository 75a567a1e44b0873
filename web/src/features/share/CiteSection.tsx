/** The citation of the page's run in three forms, and the paper or other document that its scene comes from. */

import { useId, useState } from 'react';
import { apaOf, bibtexOf, bibtexOfDocument, type RunToCite, textOf } from '../../core/save/cite';
import { useScene } from '../../core/scene/scene-store';
import { RunProgress } from './RunProgress';
import type { ShareSectionProps } from './section';
import { useResults } from './use-results';
import { useSceneLink } from './use-scene-link';
import './file-section.css';

export function CiteSection({ lanes, actions }: ShareSectionProps) {
  const scenario = useScene((state) => state.scenario);
  const document = useScene((state) => state.preset?.document);
  const [date, setDate] = useState(today);
  const { ran, start, stop } = useResults(scenario, actions);
  // A citation needs a link without the page's simulated time: it opens the scene at its start.
  const { link } = useSceneLink(false, actions);
  const catalog = lanes[0]?.run.catalog;
  if (scenario === undefined || catalog === undefined) return null;

  const nameOf = (aqm: string): string => catalog.disciplines.find(({ id }) => id === aqm)?.name ?? aqm;
  const hash = ran.phase === 'done' ? ran.hash : undefined;
  const run: RunToCite = {
    title: scenario.title || 'a scene without a title',
    id: scenario.id,
    link,
    engine: catalog.engine_version,
    numbers: catalog.numbers,
    seed: scenario.seed,
    lanes: scenario.lanes.map(({ aqm }) => nameOf(aqm)),
    duration_s: scenario.duration_s,
    hash,
    date: date || undefined,
  };
  return (
    <div className="stack gap-4">
      <section className="share-file__part stack">
        <h3 className="body strong">Cite this run</h3>
        <p>In the same engine version, the link gives the same run; the hash of the results verifies it.</p>
        <div className="row row--end">
          <label className="labelled labelled--short">
            Run on
            <input className="field" type="date" value={date} onChange={({ target }) => setDate(target.value)} />
          </label>
          {/* The button is shown even when it has no effect, because removing it would lose the focus. */}
          <button
            type="button"
            className="button"
            aria-disabled={ran.phase === 'running' || ran.phase === 'done'}
            onClick={() => ran.phase !== 'running' && ran.phase !== 'done' && start()}
          >
            {hash === undefined ? 'Add the hash of the results' : 'The hash is included'}
          </button>
        </div>
        {ran.phase === 'done' && hash === undefined && (
          <p className="small">Browsers compute hashes only on https pages.</p>
        )}
        <RunProgress ran={ran} onStop={stop} />
        <Citation name="BibTeX" text={bibtexOf(run)} isCode />
        <Citation name="APA" text={apaOf(run)} />
        <Citation name="Plain text" text={textOf(run)} />
      </section>
      {document !== undefined && (
        <section className="share-file__part stack">
          <h3 className="body strong">Cite the scene’s document</h3>
          <Citation name="Citation" text={document.citation} />
          <Citation name="BibTeX of the document" text={bibtexOfDocument(document)} isCode />
        </section>
      )}
    </div>
  );
}

interface CitationProps {
  readonly name: string;
  readonly text: string;
  readonly isCode?: boolean;
}

function Citation({ name, text, isCode = false }: CitationProps) {
  const [said, setSaid] = useState('');
  const id = useId();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid('Copied.');
    } catch {
      const shown = window.document.getElementById(id);
      if (shown !== null) window.getSelection()?.selectAllChildren(shown);
      setSaid('The browser did not copy it. The text is selected: copy it with the keyboard.');
    }
  };
  return (
    <figure className="citation box">
      <figcaption className="citation__head strong row row--tight line-below">
        <span>{name}</span>
        <span className="grow soft plain" role="status">
          {said}
        </span>
        <button type="button" className="button" onClick={() => void copy()}>
          Copy<span className="visually-hidden"> {name}</span>
        </button>
      </figcaption>
      <div
        id={id}
        className={isCode ? 'citation__text citation__text--code breakable mono' : 'citation__text breakable'}
      >
        {text}
      </div>
    </figure>
  );
}

/** The user's local date. */
function today(): string {
  const now = new Date();
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}
