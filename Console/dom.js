// SPDX-License-Identifier: Apache-2.0

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Creates an element. Strings among the children become text, never markup; null and false are skipped.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] attributes; those that begin with "on" are listeners
 * @param {...any} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/**
 * Creates an SVG element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...any} children
 * @returns {SVGElement}
 */
export function s(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return element;
}

/** Replaces an element's children. */
export function replace(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** Like replace, but only if the children look different, so that focus and selection survive. */
export function refresh(element, ...children) {
  const next = append(element.cloneNode(false), children);
  if (!next.isEqualNode(element)) element.replaceChildren(...next.childNodes);
  return element;
}

/** Sets an element's text if it differs. */
export function setText(element, text) {
  const value = String(text);
  const only = element.firstChild;
  // A new text in the same node costs browsers far less than a new node.
  if (only instanceof Text && !only.nextSibling) {
    if (only.data !== value) only.data = value;
  } else if (element.textContent !== value) {
    element.textContent = value;
  }
  return element;
}

/** Wraps a text from outside: isolates its writing direction and cuts it if it is too long. */
export function outside(text, limit = 300) {
  const whole = String(text ?? '');
  // A character outside the basic plane has two units, which must not be separated.
  const end = /[\uD800-\uDBFF]/.test(whole[limit - 1] ?? '') ? limit - 1 : limit;
  const shown = whole.length > limit ? whole.slice(0, end) + '…' : whole;
  return h('bdi', { class: 'outside', title: whole.length > limit ? whole.slice(0, 2000) : null }, shown);
}
