/** True: the user has said so. A function asks the user. False: nobody is there to ask. */
export type TrustConfig = boolean | ((question: string) => Promise<boolean>)
