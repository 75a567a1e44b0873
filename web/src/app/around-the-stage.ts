/**
 * The panels around the stage, in a file of their own: the stage moves without them, and on a slow line they would hold up
 * the engine. They are asked for when the first scene stands, that is when the line is free.
 */

export { EventsPanel } from '../views/events/EventsPanel';
export { ExplainPanel } from '../views/explain/ExplainPanel';
export { Headline } from '../views/headline/Headline';
export { ScrubberInterval } from '../views/interval/ScrubberInterval';
export { PlotsPanel } from '../views/plots/PlotsPanel';
export { Controls } from './Controls';
export { Printed } from './Printed';
