/** Creates DOM elements, because the shell's pages use no framework. */

export const element = <Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Readonly<Record<string, string>> = {},
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[Name] => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(properties)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

export const button = (text: string, name: string, onPress: () => void): HTMLButtonElement => {
  const made = element("button", { type: "button", class: name }, text)
  made.addEventListener("click", onPress)
  return made
}

/** In milliseconds. */
const confirmation = 2_000

export const copyButton = (name: string, text: () => string): HTMLButtonElement => {
  const made = button("Copy", name, () => {
    void navigator.clipboard.writeText(text()).then(() => {
      made.textContent = "Copied"
      setTimeout(() => (made.textContent = "Copy"), confirmation)
    })
  })
  return made
}

/** Returns `undefined` if the service has no demonstration key. Examples cannot be run in that case. */
export const demonstrationKey = (): string | undefined => document.body.dataset["apiKey"]

export const version = (): string => document.body.dataset["version"] ?? ""
