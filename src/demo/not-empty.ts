/** The installation has an ISP already. */
export class NotEmpty extends Error {
  override readonly name = 'NotEmpty';

  constructor() {
    super(
      'The demo needs an installation without an ISP, and this one has one: use another database, or another DATA_DIR.',
    );
  }
}
