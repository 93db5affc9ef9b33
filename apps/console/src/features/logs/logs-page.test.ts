import { createElement } from 'react';
import { expect, test } from 'vitest';
import { markupOf } from '../rendered.fixture';
import { LogsOrViewer } from './logs-page';

test('the viewer that LOG_VIEWER_URL names stands in the place of the platform’s own logs', () => {
  const own = markupOf(createElement(LogsOrViewer, { viewerUrl: undefined }));
  expect(own).toContain('Follow');
  expect(own).not.toContain('<iframe');
  const framed = markupOf(createElement(LogsOrViewer, { viewerUrl: 'https://logs.example.org/app' }));
  expect(framed).toContain('src="https://logs.example.org/app"');
  expect(framed).not.toContain('Follow');
});
