/**
 * Every colour of the page, for all themes. Canvas painters read `PALETTE[theme]`. Style sheets read the same values as
 * custom properties (`--text-soft`), which `theme.ts` writes.
 *
 * `palette.test.ts` checks the rules below. Text has WCAG AA contrast (4.5; 7 in the projector theme) on the
 * backgrounds `page`, `panel` and `raised`. Packets have a contrast of about 3 to their background. The colours of any
 * two flow classes, families of reasons or lanes are at least 0.08 apart in OKLab with full vision, and 0.05 with each
 * of the three dichromacies. The twelve colours that satisfy all rules were found by simulated annealing, so a single
 * colour can rarely be changed alone. No meaning depends on colour alone: each family of reasons has a glyph, each
 * unresponsive packet a mark, and each lane its name, its number and its dashes.
 */

/** `projector`: black on white, for a bright room and a dim projector. */
export type ThemeName = 'dark' | 'light' | 'projector';

export interface Colours {
  /** The background of the page. */
  readonly page: string;
  /** Header, side panels, transport, dialogs. */
  readonly panel: string;
  /** Buttons, cards, code. */
  readonly raised: string;
  readonly raisedHover: string;
  /** The inside of the queue, and slider tracks. */
  readonly well: string;
  /** Thin lines that separate parts and have no meaning. */
  readonly line: string;
  /** Borders of controls, with a contrast of 3:1 on `panel`. */
  readonly border: string;

  readonly text: string;
  readonly textSoft: string;
  readonly textFaint: string;

  readonly accent: string;
  readonly accentHover: string;
  readonly onAccent: string;
  readonly focus: string;
  readonly problem: string;
  readonly problemGround: string;
  /** Text that reports a good result. */
  readonly good: string;
  /** The translucent layer behind dialogs and sheets. */
  readonly scrim: string;

  /** The colour of all responsive flows together, for lines and labels. */
  readonly responsive: string;
  /** A stable shade for each responsive flow. */
  readonly responsiveShades: readonly string[];
  readonly unresponsive: string;
  /** The mark drawn on an unresponsive packet. */
  readonly onUnresponsive: string;
  /** Unresponsive flows whose rate does not exceed their fair share, and the mark drawn on their packets. */
  readonly sparse: string;
  readonly onSparse: string;

  /** Reasons of drops and marks. */
  readonly match: string;
  readonly early: string;
  readonly forced: string;
  readonly overflow: string;
  readonly penalty: string;
  readonly ecn: string;
  /** A candidate drawn at random from the queue that does not belong to the arrival's flow. */
  readonly miss: string;

  /** Background tints of the front and the rear of the queue, and the colours of their labels. */
  readonly rearGround: string;
  readonly frontGround: string;
  readonly rear: string;
  readonly front: string;

  /** Colours of the lanes in a comparison, for their names and the lines of their plots. */
  readonly lane0: string;
  readonly lane1: string;
  readonly lane2: string;
  readonly lane3: string;

  /** Steps of a numeric scale, such as a packet's waiting time. Lightness alone gives the order. */
  readonly shade0: string;
  readonly shade1: string;
  readonly shade2: string;
  readonly shade3: string;
  readonly shade4: string;

  /** The link and the packet being sent; the moving average; plot grid lines; lines of capacity and fair share. */
  readonly link: string;
  readonly average: string;
  readonly grid: string;
  readonly guide: string;
}

export const PALETTE: Readonly<Record<ThemeName, Colours>> = {
  dark: {
    page: '#0e1013',
    panel: '#15181c',
    raised: '#20242a',
    raisedHover: '#2b3037',
    well: '#0a0c0e',
    line: '#2b3037',
    border: '#6b737e',
    text: '#eef0f2',
    textSoft: '#b3bac3',
    textFaint: '#949ca7',
    accent: '#f4f1e8',
    accentHover: '#ffffff',
    onAccent: '#15171a',
    focus: '#f4f1e8',
    problem: '#ff8f8f',
    problemGround: '#3a1a20',
    good: '#6fd19a',
    scrim: '#05080cb8',
    responsive: '#5da7da',
    responsiveShades: ['#4d9be8', '#74b3f3', '#3c86d4', '#8cc1f7', '#5a8ee6', '#83a6f3', '#4aa6d9', '#6c9bd8'],
    unresponsive: '#fc8748',
    onUnresponsive: '#331503',
    sparse: '#eff3ec',
    onSparse: '#1d2419',
    match: '#ff4389',
    early: '#f3b83e',
    forced: '#ee685c',
    overflow: '#83939d',
    penalty: '#b897fe',
    ecn: '#faeb7d',
    miss: '#94a0ad',
    rearGround: '#3a1c2b',
    frontGround: '#15283f',
    rear: '#ff7fb0',
    front: '#7db8f5',
    lane0: '#c3e93f',
    lane1: '#a677f6',
    lane2: '#1fd7fa',
    lane3: '#f69a94',
    shade0: '#5b7488',
    shade1: '#7593a0',
    shade2: '#9db39a',
    shade3: '#cfcf83',
    shade4: '#fff0a0',
    link: '#4fc4b8',
    average: '#f0f4f8',
    grid: '#24282e',
    guide: '#a3adb8',
  },
  light: {
    page: '#faf9f6',
    panel: '#ffffff',
    raised: '#efeeea',
    raisedHover: '#e3e1db',
    well: '#ffffff',
    line: '#dddbd5',
    border: '#7d7b74',
    text: '#15171a',
    textSoft: '#494f57',
    textFaint: '#5b626b',
    accent: '#15171a',
    accentHover: '#33373d',
    onAccent: '#ffffff',
    focus: '#15171a',
    problem: '#ab1220',
    problemGround: '#fde8ea',
    good: '#14683c',
    scrim: '#10161d80',
    responsive: '#1b64b3',
    responsiveShades: ['#1f70c4', '#327fcb', '#145a9f', '#4385cd', '#335fb8', '#4d72c4', '#1a7aa8', '#3f6ba5'],
    unresponsive: '#c04105',
    onUnresponsive: '#ffffff',
    sparse: '#443848',
    onSparse: '#ffffff',
    match: '#ad2359',
    early: '#695133',
    forced: '#691527',
    overflow: '#585e6a',
    penalty: '#602ecc',
    ecn: '#263200',
    miss: '#56616d',
    rearGround: '#fbe3ec',
    frontGround: '#dfecfa',
    rear: '#b30f53',
    front: '#1764b5',
    lane0: '#4b772c',
    lane1: '#804dd6',
    lane2: '#034c78',
    lane3: '#753108',
    shade0: '#6a849c',
    shade1: '#54708c',
    shade2: '#46587a',
    shade3: '#3f3a63',
    shade4: '#33174a',
    link: '#0c6e64',
    average: '#10161d',
    grid: '#e6e4de',
    guide: '#505c69',
  },
  projector: {
    page: '#ffffff',
    panel: '#ffffff',
    raised: '#f4f5f7',
    raisedHover: '#e6e9ee',
    well: '#ffffff',
    line: '#b4bcc6',
    border: '#4d5763',
    text: '#000000',
    textSoft: '#1d242c',
    textFaint: '#353e48',
    accent: '#000000',
    accentHover: '#1d242c',
    onAccent: '#ffffff',
    focus: '#000000',
    problem: '#87101b',
    problemGround: '#fdecee',
    good: '#0c4b2a',
    scrim: '#00000099',
    responsive: '#0d42d2',
    responsiveShades: ['#0d42d2', '#2b5fc0', '#0f3a9e', '#3568d4', '#2d3fb4', '#3f57c6', '#0c5c9e', '#2f5590'],
    unresponsive: '#a02200',
    onUnresponsive: '#ffffff',
    sparse: '#371c3f',
    onSparse: '#ffffff',
    match: '#991577',
    early: '#572f04',
    forced: '#5a1123',
    overflow: '#443b46',
    penalty: '#6c31b2',
    ecn: '#1e2001',
    miss: '#3d4651',
    rearGround: '#fbe3ec',
    frontGround: '#dfecfa',
    rear: '#8a0d40',
    front: '#0b4585',
    lane0: '#3e5701',
    lane1: '#4c1ca0',
    lane2: '#195583',
    lane3: '#7e3f53',
    shade0: '#627b94',
    shade1: '#4c6884',
    shade2: '#3d4f72',
    shade3: '#35305a',
    shade4: '#260f3a',
    link: '#05514a',
    average: '#000000',
    grid: '#d5dae1',
    guide: '#2b343e',
  },
};

/**
 * A flow's colour, the same in every picture. Responsive flows have shades of the responsive colour. All unresponsive
 * flows have one colour, or another if they are sparse. `row` is the flow's number minus 1.
 */
export function flowColour(colours: Colours, row: number, isResponsive: boolean, isSparse = false): string {
  if (!isResponsive) return isSparse ? colours.sparse : colours.unresponsive;
  // Steps of 5 through the list of 8 shades give flows with neighbouring numbers distant shades. 5 and 8 have no common
  // factor, so all shades are used.
  return colours.responsiveShades[(row * 5) % colours.responsiveShades.length] ?? colours.responsive;
}

/** The colour of a packet that shows a number. `share` is the number's position on its scale, from 0 to 1. */
export function shareColour(colours: Colours, share: number): string {
  const steps = [colours.shade0, colours.shade1, colours.shade2, colours.shade3, colours.shade4];
  return steps[Math.min(steps.length - 1, Math.floor(share * steps.length))] ?? colours.shade0;
}

/** The family of a drop or mark reason, from the catalog. Reasons of one family share their colour and glyph. */
export type ReasonFamily = 'overflow' | 'early' | 'forced' | 'match' | 'penalty' | 'mark';

/** The name of the colour that a family of reasons has. */
export function reasonInk(family: ReasonFamily): 'overflow' | 'early' | 'forced' | 'match' | 'penalty' | 'ecn' {
  return family === 'mark' ? 'ecn' : family;
}

const GLYPHS: Readonly<Record<ReasonFamily, string>> = {
  overflow: '▬',
  early: '◇',
  forced: '▲',
  match: '✕',
  penalty: '■',
  mark: '⚑',
};

/** The glyph that accompanies a reason's colour wherever the reason is named. */
export function reasonGlyph(family: ReasonFamily): string {
  return GLYPHS[family];
}
