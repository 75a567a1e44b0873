/** Shows the scripts in a scene or lesson by another author, and asks the user whether they may run. */

import { Dialog } from '../../ui/Dialog';
import { ScrollRegion } from '../../ui/ScrollRegion';
import { useScript } from '../scene/script-store';
import './script-question.css';

export function ScriptQuestion() {
  const question = useScript((state) => state.question);
  if (question === undefined) return null;
  const { of, scripts, hidden, answer } = question;
  const [one] = scripts.map((text) => text.trimEnd().split('\n').length);
  const count = scripts.length + hidden;
  return (
    <Dialog
      title={count === 1 ? `This ${of} contains a script` : `This ${of} contains ${count} scripts`}
      className="script-question"
      head="title"
      onClose={() => answer(false)}
    >
      <p>
        {count > 1 || one === undefined ? 'Programs decide' : `In one lane, a program of ${one} lines decides`} what
        happens to the simulated packets. The author of the {of} wrote {count === 1 ? 'it' : 'them'}.{' '}
        {count === 1 ? 'It has' : 'They have'} no access to the network, to files or to this page. A script that takes
        too long stops only its own lane.
      </p>
      {hidden > 0 && (
        <p>
          {scripts.length > 0 ? `${hidden} of them` : hidden === 1 ? 'It' : 'They'} cannot be shown: the text would give
          away the answers to the tasks.
        </p>
      )}
      {scripts.map((text, at) => (
        <ScrollRegion key={text} className="box scrolls script-question__text" label={`Script ${at + 1}`}>
          <pre className="body mono">{text}</pre>
        </ScrollRegion>
      ))}
      <p className="row">
        <button type="button" className="button button--accent" onClick={() => answer(true)}>
          Run {count === 1 ? 'it' : 'them'}
        </button>
        <button type="button" className="button" onClick={() => answer(false)}>
          {of === 'scene' ? 'Do not open the scene' : 'Do not run anything'}
        </button>
      </p>
    </Dialog>
  );
}
