-- Procedures of another dialect.
CREATE OR ALTER PROCEDURE [dbo].[GetItem]
    @Id int
AS
BEGIN
    IF @Id IS NULL
        BEGIN
            RETURN;
        END
    SELECT id FROM items WHERE id = @Id;
END;

CREATE TABLE `orders` (
  `id` int unsigned NOT NULL AUTO_INCREMENT,
  `user_id` int NOT NULL COMMENT 'who, and why',
  `total` decimal(10,2) DEFAULT '0.00',
  PRIMARY KEY (`id`),
  KEY `orders_user` (`user_id`)
) ENGINE=InnoDB;

SELECT total FROM orders;
