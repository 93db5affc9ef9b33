import { serviceSuite } from '@platform/service-kit/test-suite';
import { loadExecutorConfig } from '../src/config';
import { run } from '../src/run';
import { VERSION } from '../src/version';

serviceSuite({ service: 'executor', version: VERSION, load: loadExecutorConfig, run });
