-- How long a supervisor may be silent counts from the moment at which it was about to be asked.

ALTER TABLE ops.service_deploys ADD COLUMN swapping_at timestamptz(3);
