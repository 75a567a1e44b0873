/** The panels of the lab that an embed can show. */

export { Controls as EmbedControls } from '../app/Controls';
export { EventsPanel as EmbedEvents } from '../core/events/EventsPanel';
export { EmbedWhy } from './EmbedWhy';

import '../core/explain/explain.css';
