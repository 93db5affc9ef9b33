import type { Answer } from '../../manager/types';

export type ExperimentView = Answer<'/experiments/{id}'>;
export type ExperimentResultView = NonNullable<ExperimentView['result']>;
