/** The panels of the lab that an embed shows where it is asked to. */

export { Controls as EmbedControls } from '../app/Controls';
export { EventsPanel as EmbedEvents } from '../core/events/EventsPanel';
export { DecisionLens as EmbedWhy } from '../core/explain/DecisionLens';

import '../core/explain/explain.css';
