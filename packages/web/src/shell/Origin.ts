/**
 * Replaces the URLs in examples with those of this service, because the documents contain the URLs of a service with
 * default settings.
 */

const documented = "http://127.0.0.1:8080"
const documentedMutualTls = "https://127.0.0.1:8443"

/**
 * Replaces the documented URLs in a text with this service's own. If the service has no mutual TLS, keeps the
 * documented URL for mutual TLS.
 */
const adopted = (text: string): string => {
  const port = document.body.dataset["mutualTlsPort"]
  const own = text.replaceAll(documented, location.origin)
  return port === undefined ? own : own.replaceAll(documentedMutualTls, `https://${location.hostname}:${port}`)
}

/** Replaces the documented base URLs with this service's own, in all code on the page. */
export const adopt = (): void => {
  for (const code of document.querySelectorAll(".article code")) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (walker.nextNode() !== null) {
      const { currentNode } = walker
      const text = currentNode.nodeValue ?? ""
      if (text.includes("//127.0.0.1:")) currentNode.nodeValue = adopted(text)
    }
  }
}
