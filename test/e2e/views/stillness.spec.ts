// Nothing moves while numbers grow. (That nothing moves on the way to the verdict is measured in a real workbench: test/e2e/speed.)
import { expect, test } from '../support/scenes';

test('the share of what is read has its place from the first percent to the last', async ({ show }) => {
  const page = await show('opening');
  const share = page.locator('.phase .number');
  const placeWith = async (words: string) => {
    await share.evaluate((element, text) => {
      element.textContent = text;
    }, words);
    return share.boundingBox();
  };
  expect(await placeWith('100\u2009%')).toEqual(await placeWith('3\u2009%'));
});
