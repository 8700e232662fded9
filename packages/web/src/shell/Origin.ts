/** Makes examples name this service, because the documents name the address of a service with default settings. */

const documented = "http://127.0.0.1:8080"

/** Replaces the documented address in all code of the page. */
export const adopt = (): void => {
  for (const code of document.querySelectorAll(".article code")) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) {
      const { currentNode } = walker
      const text = currentNode.nodeValue ?? ""
      if (text.includes(documented)) currentNode.nodeValue = text.replaceAll(documented, location.origin)
    }
  }
}
