import { Lab } from './support/lab';
import { linkOf } from './support/link';
import { expect, type Page, firstVisit as test } from './support/test';

test('a scene too large for a link is reported in the place of the link and of the address', async ({ page }) => {
  await refuseLinks(page);
  const lab = new Lab(page);
  await lab.open(`./#${linkOf(['choked-model1', [['lanes.0.aqm', 'red']], { workspace: 'lab' }])}`);
  await expect(lab.alert).toContainText('This scene does not fit in a link');
  await expect(lab.alert).toContainText('would have 17676 characters');
  await lab.alert.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send this exact scene' });
  await expect(dialog.getByRole('alert')).toContainText('This scene cannot be put into a link');
  await expect(dialog.getByRole('alert')).toContainText('would have 17676 characters');
  await expect(dialog.getByRole('textbox')).toBeHidden();
  await expect(dialog.getByRole('button', { name: 'Copy the link' })).toBeDisabled();
  lab.staysQuiet();
});

/** Makes the engine refuse a link for every scene except the unchanged preset, as if the link were too long. */
async function refuseLinks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: { number: number; request?: Asked }) {
      const { kind, scenario, preset } = message.request ?? { kind: 'next' };
      if (kind === 'encode-link' && JSON.stringify(scenario) !== JSON.stringify(preset)) {
        const problems = [{ path: 'link', problem: 'would have 17676 characters; at most 16000 are allowed' }];
        const data = { number: message.number, kind: 'refused', text: JSON.stringify(problems) };
        this.dispatchEvent(new MessageEvent('message', { data }));
      } else postMessage.call(this, message);
    } as typeof postMessage;
    interface Asked {
      readonly kind: string;
      readonly scenario?: unknown;
      readonly preset?: unknown;
    }
  });
}
