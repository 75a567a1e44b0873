/** The panels of the lab that an embed shows where it is asked to. */

export { Controls as EmbedControls } from '../app/Controls';
export { EventsPanel as EmbedEvents } from '../views/events/EventsPanel';
export { DecisionLens as EmbedWhy } from '../views/explain/DecisionLens';

import '../views/explain/explain.css';
