/** Bundles the sources once before the tests (Vitest's `globalSetup`), so that the tests' processes start quickly. */
import { program } from "../bundle/Checkout.ts"

export const setup = (): void => void program()
