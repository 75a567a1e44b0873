/** The panels of the lab that an embed shows where it is asked to. */

export { Controls as EmbedControls } from '../app/Controls';
export { EventsPanel as EmbedEvents } from '../core/events/EventsPanel';
export { EmbedWhy } from './EmbedWhy';

import '../core/explain/explain.css';
