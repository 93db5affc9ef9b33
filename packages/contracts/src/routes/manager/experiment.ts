/** Experiments: what the console starts, ends and reads of them. */
import {
  ExperimentDetail,
  ExperimentListQuery,
  ExperimentRequest,
  ExperimentSummary,
  ExperimentTrial,
  TrialColumns,
  TrialListQuery,
  TriedSets,
  TriedSetsRequest,
} from '../../schemas/experiments';
import { BffPage, IdParams } from '../../schemas/primitives';
import { defineRoutes } from '../define';
import { MANAGER } from './group';

const GROUP = { tag: 'experiments', ...MANAGER, errors: ['MANAGER_DB_TRANSIENT'] } as const;

const one = { params: IdParams, missing: 'MANAGER_INVALID_REQUEST' } as const;

export const experimentCommandRoutes = defineRoutes(GROUP, {
  createExperiment: {
    method: 'POST',
    path: '/experiments',
    summary: 'Start an experiment',
    description:
      'The whole plan is checked, its bars included, before anything is tried. More than 100,000 combinations are refused without a limit. Follow it by GET /experiments/:id or the channel experiment_progress.',
    auth: 'operator',
    body: ExperimentRequest,
    responses: { 202: ExperimentDetail },
    errors: ['MANAGER_INVALID_STRATEGY', 'MANAGER_CONFLICT', 'MANAGER_EXPERIMENT_FAILED'],
  },
  addTriedSets: {
    method: 'POST',
    path: '/experiments/tried-sets',
    summary: 'Count sets that were tried elsewhere',
    description:
      'The ledger of the command line: ./platform research ledger --submit. Sets that are counted already change nothing.',
    auth: 'operator',
    body: TriedSetsRequest,
    responses: { 200: TriedSets },
    errors: ['MANAGER_INVALID_STRATEGY'],
  },
  cancelExperiment: {
    ...one,
    method: 'POST',
    path: '/experiments/:id/cancel',
    summary: 'Stop an experiment',
    description: 'What was tried stays stored: it can be resumed.',
    auth: 'operator',
    responses: { 200: ExperimentDetail },
    errors: ['MANAGER_CONFLICT'],
  },
  resumeExperiment: {
    ...one,
    method: 'POST',
    path: '/experiments/:id/resume',
    summary: 'Go on with an experiment that was stopped or failed',
    description: 'Trials that are stored are not done again.',
    auth: 'operator',
    responses: { 200: ExperimentDetail },
    errors: ['MANAGER_CONFLICT'],
  },
});

export const experimentReadRoutes = defineRoutes(GROUP, {
  listExperiments: {
    method: 'GET',
    path: '/experiments',
    summary: 'Experiments, newest first',
    auth: 'none',
    query: ExperimentListQuery,
    responses: { 200: BffPage(ExperimentSummary) },
    errors: ['MANAGER_INVALID_CURSOR'],
  },
  getExperiment: {
    ...one,
    method: 'GET',
    path: '/experiments/:id',
    summary: 'An experiment: its plan, its progress and, once it is over, what it says',
    auth: 'none',
    responses: { 200: ExperimentDetail },
  },
  experimentTrials: {
    ...one,
    method: 'GET',
    path: '/experiments/:id/trials',
    summary: 'The trials of an experiment that are done, in order of their numbers',
    auth: 'none',
    query: TrialListQuery,
    responses: { 200: BffPage(ExperimentTrial) },
    errors: ['MANAGER_INVALID_CURSOR'],
  },
  experimentColumns: {
    ...one,
    method: 'GET',
    path: '/experiments/:id/columns',
    summary: 'The figures of the trials of a grid as columns, for charts',
    description: 'At most 20,000 trials, rounded to six digits; those without figures are left out.',
    auth: 'none',
    responses: { 200: TrialColumns },
  },
});
