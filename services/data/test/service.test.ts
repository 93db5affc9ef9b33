import { serviceSuite } from '@platform/service-kit/test-suite';
import { loadDataConfig } from '../src/config';
import { run } from '../src/run';
import { VERSION } from '../src/version';

serviceSuite({ service: 'data', version: VERSION, load: loadDataConfig, run });
