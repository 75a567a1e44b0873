/** The script without a rule, which is the shortest valid discipline. */

import type { ScriptTexts } from '../../core/border/script';

type Start = ScriptTexts['starts'][number];

export const EMPTY_START: Start = {
  id: 'empty',
  twin: null,
  twin_params: {},
  text: `// The name of the lane, and its idea in one sentence.
const name = "My rule";
const idea = "Admit every packet while there is room.";

// The lab calls it for each packet that arrives: admit the packet, or drop it.
fn enqueue(packet) {
    if queue.len() < params.limit {
        admit();
    } else {
        // The buffer is full: no packet can be admitted.
        drop("overflow");
    }
}
`,
};

/** Name in the list of initial scripts. The lane has another name. */
export const EMPTY_NAME = 'Empty';
