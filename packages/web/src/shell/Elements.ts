/** Creates elements for the shell, whose pages work without a framework. */

/** Returns a new element with these properties and children. */
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

/** The demonstration key, if the service has one: examples can run only then. */
export const demonstrationKey = (): string | undefined => document.body.dataset["apiKey"]

/** The newest version of the API. */
export const version = (): string => document.body.dataset["version"] ?? ""
