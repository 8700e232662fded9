/** Prints a line. */
export const say = (text: string): void => console.log(text)
