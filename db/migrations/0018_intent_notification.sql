-- An intent wakes the desk of its symbol without a question in between.
DROP TRIGGER order_intents_notify ON trading.order_intents;
CREATE TRIGGER order_intents_notify AFTER INSERT ON trading.order_intents
  FOR EACH ROW EXECUTE FUNCTION ops.notify_row('trading.order_intents', 'intent_id', 'network', 'symbol');
