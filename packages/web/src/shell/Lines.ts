/** Long lines of JSON continue below their own start, so that the structure stays visible where the page is narrow. */
import { element } from "./Elements.ts"

/** Returns the nodes of each line. Only text between elements contains line breaks. */
const linesOf = (code: HTMLElement): ReadonlyArray<ReadonlyArray<Node>> => {
  const lines: Array<Array<Node>> = [[]]
  for (const node of code.childNodes) {
    if (!(node instanceof Text)) lines.at(-1)?.push(node)
    else
      node.data.split("\n").forEach((part, index) => {
        if (index > 0) lines.push([])
        if (part !== "") lines.at(-1)?.push(document.createTextNode(part))
      })
  }
  return lines
}

/** Makes an element of each line. The text does not change. */
export const indent = (code: HTMLElement): void => {
  const lines = linesOf(code).map((nodes) => {
    const line = element("span", { class: "code__line" }, ...nodes)
    const [spaces = ""] = /^ */.exec(line.textContent ?? "") ?? []
    line.style.setProperty("--indent", String(spaces.length))
    return line
  })
  code.replaceChildren(...lines.flatMap((line, index) => (index === 0 ? [line] : ["\n", line])))
}
