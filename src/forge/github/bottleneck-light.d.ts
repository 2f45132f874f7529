/** The build without Redis, which is the one that the throttling plugin uses. */
declare module 'bottleneck/light.js' {
  export { default } from 'bottleneck'
}
