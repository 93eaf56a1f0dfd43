/* report.js: opens a page in frames of several widths, with all parts unfolded,
 * and lists its faults: boxes that are too wide, clipped texts, and letters
 * without a glyph. */
const found = [];
const say = text => { if (found.length < 50) found.push(text); };
window.onerror = text => say('error: ' + text);

/* True if neither a font nor its substitutes have a letter, which is then drawn
 * like a letter that no font has. */
const canvas = document.createElement('canvas');
canvas.width = canvas.height = 48;
const context = canvas.getContext('2d', {willReadFrequently: true});
const drawn = (letter, font) => {
  context.clearRect(0, 0, 48, 48);
  context.font = font;
  context.fillText(letter, 8, 34);
  return context.getImageData(0, 0, 48, 48).data.join();
};
const missing = (letter, family) => {
  const font = '24px ' + family;
  return drawn(letter, font) === drawn('\u{10FFFD}', font);
};

function lookAtLetters(page) {
  const seen = new Set();
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    const family = page.defaultView.getComputedStyle(parent).fontFamily;
    for (const letter of walker.currentNode.data) {
      if (letter <= '~' || seen.has(family + letter) || /\s/.test(letter))
        continue;
      seen.add(family + letter);
      if (missing(letter, family))
        say('no glyph of U+' + letter.codePointAt(0).toString(16));
    }
  }
  return seen.size;
}

const name = element => element.tagName.toLowerCase() + ' ' +
  (element.className.baseVal ?? element.className) + ' "' +
  element.textContent.trim().slice(0, 40) + '"';

function lookAtBoxes(page, width) {
  let boxes = 0;
  if (page.documentElement.scrollWidth > width)
    say('the page is ' + page.documentElement.scrollWidth + ' pixels wide of ' +
        width);
  for (const element of page.body.querySelectorAll('*')) {
    const box = element.getBoundingClientRect();
    if (!box.width) continue;
    boxes++;
    if (box.right > width + 1 || box.left < -1)
      say('beyond ' + width + ' pixels: ' + name(element));
    if (element.closest('svg')) {
      if (element.tagName === 'text') lookAtText(element, width);
      continue;
    }
    const style = page.defaultView.getComputedStyle(element);
    if (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth)
      say('cut at ' + width + ' pixels: ' + name(element));
  }
  return boxes;
}

/* A text of a picture lies within the picture. */
function lookAtText(element, width) {
  const frame = element.closest('svg').getBoundingClientRect();
  const box = element.getBoundingClientRect();
  if (box.left < frame.left - 1 || box.right > frame.right + 1 ||
      box.top < frame.top - 1 || box.bottom > frame.bottom + 1)
    say('beyond its picture at ' + width + ' pixels: ' + name(element));
}

let open = 0;
for (const width of [400, 1200]) {
  const frame = document.createElement('iframe');
  open++;
  frame.style.cssText = 'border:0;height:800px;width:' + width + 'px';
  frame.onload = () => {
    const page = frame.contentDocument;
    for (const part of page.querySelectorAll('details')) part.open = true;
    const letters = lookAtLetters(page), boxes = lookAtBoxes(page, width);
    found.push('looked at ' + letters + ' letters and ' + boxes + ' boxes at ' +
               width);
    if (--open) return;
    const result = document.createElement('pre');
    result.id = 'found';
    result.textContent = '\n' + found.join('\n') + '\n';
    document.body.replaceChildren(result);
  };
  frame.srcdoc = document.getElementById('page').textContent;
  document.body.append(frame);
}
