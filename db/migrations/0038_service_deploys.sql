-- Deploys of services: what one waits for, and the only ways its status can go.

ALTER TABLE ops.service_deploys
  -- What it waits for, as a sentence.
  ADD COLUMN waiting_for text;

CREATE FUNCTION ops.guard_service_deploy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status <> OLD.status AND NOT (
    (OLD.status = 'pending' AND NEW.status IN ('swapping', 'aborted', 'failed')) OR
    (OLD.status = 'swapping' AND NEW.status IN ('completed', 'failed'))
  ) THEN
    RAISE EXCEPTION 'a deploy of a service that is % cannot become %', OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'service_deploys_transition';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER service_deploys_transition BEFORE UPDATE OF status ON ops.service_deploys
  FOR EACH ROW EXECUTE FUNCTION ops.guard_service_deploy();

REVOKE ALL ON FUNCTION ops.guard_service_deploy() FROM PUBLIC;
