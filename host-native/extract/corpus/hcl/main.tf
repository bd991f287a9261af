# Where the store runs.

terraform {
  required_version = ">= 1.3"
  backend "s3" {
    bucket = "store-state"
  }
}

# The region of everything.
variable "region" {
  type    = string
  default = "eu-west-1"
}

variable "disks" { type = list(object({ size = number })) }

locals {
  name = "store-${var.region}"
  # Put on everything.
  tags = { owner = local.name, env = terraform.workspace }
}

data "aws_ami" "ubuntu" {
  most_recent = true
  filter {
    name   = "name"
    values = ["ubuntu-*"]
  }
}

/* The web server. */
resource "aws_instance" "web" {
  count     = length(var.disks)
  ami       = data.aws_ami.ubuntu.id
  subnet_id = module.network.subnets[count.index].id
  user_data = templatefile("${path.module}/init.sh.tpl", { name = local.name })
  key       = file("keys/web.pub")
  tags      = merge(local.tags, { Name = each.key })

  dynamic "ebs_block_device" {
    for_each = var.disks
    content {
      volume_size = ebs_block_device.value.size
    }
  }

  provisioner "remote-exec" {
    inline = [for disk in var.disks : "mkfs ${disk.size}" if disk.size > aws_kms_key.disk.bits]
  }

  depends_on = [aws_iam_role.web]
}

module "network" {
  source = "./modules/network"
  cidr   = var.cidr["main"]
}

module "registry" {
  source  = "terraform-aws-modules/ecr/aws"
  version = "1.6.0"
}

output "ip" {
  value = aws_instance.web[0].public_ip
}

provider "aws" {
  region = var.region
}
