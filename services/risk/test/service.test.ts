import { serviceSuite } from '@platform/service-kit/test-suite';
import { loadRiskConfig } from '../src/config';
import { run } from '../src/run';
import { VERSION } from '../src/version';

serviceSuite({ service: 'risk', version: VERSION, load: loadRiskConfig, run });
