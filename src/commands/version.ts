declare const __VERSION__: string | undefined

/** Put in by the bundler, so that no file has to be read to say it. */
export const version: string = typeof __VERSION__ === 'string' ? __VERSION__ : '0.0.0'
