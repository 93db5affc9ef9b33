import { serviceSuite } from '@platform/service-kit/test-suite';
import { loadManagerConfig } from '../src/config';
import { run } from '../src/run';
import { VERSION } from '../src/version';

serviceSuite({ service: 'manager', version: VERSION, load: loadManagerConfig, run });
