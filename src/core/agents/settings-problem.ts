export interface SettingsProblem {
  /** As it is written in the configuration. */
  readonly key: 'model' | 'models' | 'command' | 'provider' | 'base_url' | 'key_env' | 'env' | 'shell'
  /** A clause without a full stop. */
  readonly problem: string
}
