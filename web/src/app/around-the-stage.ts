/**
 * The panels around the stage, in a separate chunk. The stage plays without them, and on a slow connection they would
 * delay the engine. The page loads them once the first scene is open and the connection is idle.
 */

export { RulerHandles } from '../core/controls/RulerHandles';
export { WhatIf } from '../core/controls/WhatIf';
export { EventsPanel } from '../core/events/EventsPanel';
export { ExplainPanel } from '../core/explain/ExplainPanel';
export { Why } from '../core/explain/Why';
export { DivergenceButton } from '../core/picker/DivergenceButton';
export { PlotsPanel } from '../core/plots/PlotsPanel';
export { ScrubberInterval } from '../features/interval/ScrubberInterval';
export { Printed } from '../features/print/Printed';
export { Controls } from './Controls';
export { MenuList } from './MenuList';
export { PartsOfWorkspace, Turns } from './PartsOfWorkspace';
export { SheetButtons } from './SheetButtons';
export { WatchPanels } from './WatchPanels';
