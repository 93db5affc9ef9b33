/** The overlays of a new bot, each from its own schema once it is chosen. */
'use client';

import { type BotForm, chosenOverlays, type Overlay, toggleOverlay } from '../../../lib/bot-form';
import { paramFields, under } from '../../../lib/param-schema';
import { words } from '../../../lib/words';
import { CheckField } from '../../../ui/field';
import { SchemaForm } from '../../../ui/schema-form';

interface OverlayFieldsProps {
  readonly form: BotForm;
  readonly change: (part: Partial<BotForm>) => void;
  readonly overlays: readonly Overlay[];
  readonly serverFaults: Readonly<Record<string, string>>;
}

export function OverlayFields({ form, change, overlays, serverFaults }: OverlayFieldsProps) {
  const order = chosenOverlays(form, overlays).map(({ name }) => name);
  return (
    <div className="space-y-4">
      {overlays.map((overlay) => {
        const { name, title, summary, datasets, schema } = overlay;
        const texts = form.overlays[name];
        const needs =
          datasets.length === 0
            ? ''
            : ` Vetoes without fresh data: ${datasets.map((each) => words(each).toLowerCase()).join(', ')}.`;
        return (
          <div key={name} className="space-y-3">
            <CheckField
              label={title}
              hint={`${summary}${needs}`}
              checked={texts !== undefined}
              onChange={() => change(toggleOverlay(form, overlay))}
            />
            {texts === undefined ? null : (
              <div className="pl-6">
                <SchemaForm
                  fields={paramFields(schema)}
                  texts={texts}
                  onChange={(field, text) =>
                    change({ overlays: { ...form.overlays, [name]: { ...texts, [field]: text } } })
                  }
                  serverFaults={under(`overlays/${order.indexOf(name)}`, serverFaults)}
                />
              </div>
            )}
          </div>
        );
      })}
    </div>
  );
}
