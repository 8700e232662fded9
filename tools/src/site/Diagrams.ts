/** Converts the text diagrams in documents, which consist of boxes and lines, into SVG. */
import { escapeHtml } from "./Site.ts"

/** The size of a character's cell, in the picture's units. */
const cell = { width: 8.4, height: 44 }

/**
 * The height and the corner radius of a box around text. `numberRadius` is the radius of the circle around a number on
 * a line.
 */
const box = { height: 32, radius: 6 }
const numberRadius = 11

const parts =
  /\((?<number>\d)\)|(?<across>[─═]+)|(?<down>[│║])|(?<corner>[└╚])|(?<text>[^\s─═│║└╚()]+(?: [^\s─═│║└╚()]+)*)/g

/** Returns true for a plain-text block with horizontal and vertical lines. */
export const isDiagram = (language: string, code: string): boolean =>
  language === "text" && /[─═]{2}/.test(code) && /[│║└╚]/.test(code)

/** A double line crosses a trust boundary. */
const lineHtml = (drawn: string, path: string): string =>
  `<path class="diagram__line${/[═║╚]/.test(drawn) ? " diagram__line--strong" : ""}" d="${path}"/>`

const textHtml = (text: string, left: number, middle: number): string => {
  const [x, width] = [left - cell.width / 2, (text.length + 1) * cell.width]
  const rect = `<rect class="diagram__box" x="${x.toFixed(1)}" y="${middle - box.height / 2}" width="${width.toFixed(1)}" height="${box.height}" rx="${box.radius}"/>`
  return `${rect}<text x="${(x + width / 2).toFixed(1)}" y="${middle}">${escapeHtml(text)}</text>`
}

const numberHtml = (number: string, x: number, y: number): string =>
  `<circle class="diagram__number" cx="${x.toFixed(1)}" cy="${y}" r="${numberRadius}"/><text x="${x.toFixed(1)}" y="${y}">${number}</text>`

/** Returns a diagram as SVG. Each line extends underneath the boxes that it connects. */
export const diagramHtml = (code: string): string => {
  const rows = code.trimEnd().split("\n")
  const lines: Array<string> = []
  const boxes: Array<string> = []
  rows.forEach((row, at) => {
    const y = (at + 0.5) * cell.height
    for (const { 0: drawn, groups = {}, index } of row.matchAll(parts)) {
      const left = (index + 1) * cell.width
      const right = left + drawn.length * cell.width
      const x = ((left + right) / 2).toFixed(1)
      if (groups["number"] !== undefined) boxes.push(numberHtml(groups["number"], (left + right) / 2, y))
      else if (groups["text"] !== undefined) boxes.push(textHtml(drawn, left, y))
      else if (groups["across"] !== undefined)
        lines.push(lineHtml(drawn, `M${(left - cell.width).toFixed(1)} ${y}H${(right + cell.width).toFixed(1)}`))
      else if (groups["down"] !== undefined) lines.push(lineHtml(drawn, `M${x} ${y - cell.height}V${y + cell.height}`))
      else lines.push(lineHtml(drawn, `M${x} ${y - cell.height}V${y}H${right.toFixed(1)}`))
    }
  })
  const width = Math.ceil((Math.max(...rows.map(({ length }) => length)) + 2) * cell.width)
  return `<figure class="diagram" tabindex="0" role="group" aria-label="Diagram"><svg viewBox="0 0 ${width} ${rows.length * cell.height}">${lines.join("")}${boxes.join("")}</svg></figure>\n`
}
